/** Jobs read from the files and resources of their schedulers: what runs, when, and which check watches it. */
export { jobsInFiles, kindOfName, looksLikeCrontab } from "./files";
export { type Job, type JobFile, type JobProblem, type JobsRead, SCHEDULERS } from "./job";
export { jobOfResource } from "./resources";
