package io.outrider.rules;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import reactor.blockhound.BlockHound;

/** Registered for every test of this module (META-INF/services): a blocking call on a loop thread fails there. */
public final class BlockHoundExtension implements BeforeAllCallback {

    @Override
    public void beforeAll(ExtensionContext context) {
        BlockHound.install();
    }
}
