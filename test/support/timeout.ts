/** A machine may be busy: a test that hangs is told by its name all the same, only later. */
jest.setTimeout(60_000);
