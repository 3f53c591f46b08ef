"""The version of this package, which is that of clgemm; the library tells its own (`clgemm.library_version`)."""

VERSION = "0.1.0"
