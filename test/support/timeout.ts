/** A machine may be busy: a test that hangs is told by its name all the same, only later. */
const MINUTES = /[\\/]e2e[\\/]/.test(expect.getState().testPath ?? "") ? 30 : 3;

jest.setTimeout(MINUTES * 60_000);
