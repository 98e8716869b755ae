/** Jobs from the files and resources of their schedulers: what runs, when, and which check watches it. */
export { jobsInCrontab, partsOf, shellAt, withoutInput } from "./crontab";
export { isNoUser, isSystemCrontab, jobsInFiles, kindOfName, looksLikeCrontab, userOf } from "./files";
export { jobsInWorkflow } from "./githubWorkflow";
export {
  type Job,
  type JobFile,
  type JobProblem,
  type JobsRead,
  SCHEDULERS,
  together,
} from "./job";
export { jobOfResource } from "./resources";
export { isOpen, startOfComment } from "./shellWord";
export { jobsInUnits, networkBarOf, serviceOf, stopLimitOf, withDropIns } from "./systemd";
