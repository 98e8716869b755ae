/**
 * The order of the files of tests. Jest starts with those that took longest, and takes the largest files for them as
 * long as it has not run them here. Campaigns and programs of READMEs and languages are the other way round: the
 * longest of all, in short files; started last, they would leave the other workers idle.
 */
"use strict";
const { default: Sequencer } = require("@jest/test-sequencer");

const LONG =
  /e2e.(ownership|campaign|refundCampaign|readme|readmePrograms|languages|release|kubernetes)\.test\.ts$/;

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [
      ...sorted.filter(({ path }) => LONG.test(path)),
      ...sorted.filter(({ path }) => !LONG.test(path)),
    ];
  }
};
