"""Where vectors come from: one module for each source, each handing over vectors as they are ready."""
