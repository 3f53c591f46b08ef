"""Tests of the package, for unittest. tests/python.sh runs them; CLGEMM_SOURCE is the folder of clgemm's source."""
