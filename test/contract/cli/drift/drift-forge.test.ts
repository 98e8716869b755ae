import type { DriftReport } from "../../../../cli/drift/findings";
import { jsonText } from "../../../../cli/render/visible";
import { CLEAN, DRIFTED, reportOf } from "../../../support/cli/drift/reports";
import { DriftScene } from "../../../support/cli/driftScene";
import { ForgeStub, TOKEN } from "../../../support/cli/forgeStub";

const DRIFT = reportOf(DRIFTED.findings);
const LESS = reportOf(DRIFTED.findings.slice(1));
const INCOMPLETE = reportOf([], { problems: ['project "billing": the service refused the API key'] });

const ENVIRONMENTS = {
  GitHub: (url: string) => ({
    GITHUB_REPOSITORY: "o/r",
    GITHUB_TOKEN: TOKEN,
    GITHUB_API_URL: url,
    GITHUB_REF: "refs/pull/17/merge",
    GITHUB_SERVER_URL: "https://github.example",
    GITHUB_RUN_ID: "99",
  }),
  GitLab: (url: string) => ({
    CI_PROJECT_ID: "7",
    CI_API_V4_URL: `${url}/api/v4`,
    CI_MERGE_REQUEST_IID: "17",
    CI_JOB_URL: "https://gitlab.example/o/r/-/jobs/99",
    GITLAB_TOKEN: TOKEN,
  }),
};

let scene: DriftScene;
let forge: ForgeStub;

beforeEach(async () => {
  forge = await new ForgeStub().start();
  scene = new DriftScene();
});
afterEach(async () => {
  scene.end();
  await forge.stop();
});

/** Runs `comment` or `issue` with a report. */
async function tell(command: "comment" | "issue", report: DriftReport, ...args: string[]): Promise<string> {
  const file = scene.write("drift.json", jsonText(report));
  return (await scene.drift(command, file, ...args)).stdout;
}

describe.each(Object.entries(ENVIRONMENTS))("on %s", (_name, environment) => {
  beforeEach(() => Object.assign(process.env, environment(forge.url)));

  it("one comment follows the drift: made, changed, left alone, removed", async () => {
    expect(await tell("comment", DRIFT)).toContain("made");
    expect(forge.comments).toMatchObject([
      { body: expect.stringMatching(/^<!-- pulumi-checks drift: default -->/) },
    ]);
    expect(await tell("comment", LESS)).toContain("changed");
    expect(forge.comments).toHaveLength(1);
    expect(forge.comments[0]?.body).not.toContain("#### changed");
    const writes = forge.writes.length;
    expect(await tell("comment", LESS)).toContain("unchanged");
    expect(forge.writes).toHaveLength(writes);
    expect(await tell("comment", CLEAN)).toContain("removed");
    expect(forge.comments).toEqual([]);
    expect(await tell("comment", CLEAN)).toContain("none");
    expect(forge.comments).toEqual([]);
  });

  it("the comment is found behind hundreds of others, and one that quotes it is not it", async () => {
    await tell("comment", DRIFT);
    const [own] = forge.comments.splice(0);
    for (let index = 0; index < 250; index++) {
      forge.add(forge.comments, { body: index === 3 ? `> ${own?.body}` : `comment ${index}` });
    }
    if (own) forge.comments.push(own);
    expect(await tell("comment", LESS)).toContain("changed");
    expect(forge.comments).toHaveLength(251);
    expect(own?.body).not.toContain("#### changed");
  });

  it("the comment is found behind pages that are short of what the token may not see, or short anyway", async () => {
    await tell("comment", DRIFT);
    const [own] = forge.comments.splice(0);
    for (let index = 0; index < 150; index++) {
      forge.add(forge.comments, { body: `comment ${index}`, unseen: index % 40 === 0 });
    }
    if (own) forge.comments.push(own);
    expect(await tell("comment", LESS)).toContain("changed");
    forge.longestPage = 50;
    expect(await tell("comment", CLEAN)).toContain("removed");
    expect(forge.comments).toHaveLength(150);
  });

  it("a comment and an issue are changed although the forge is away for a moment", async () => {
    await tell("comment", DRIFT);
    await tell("issue", DRIFT);
    forge.outages = 1;
    expect(await tell("comment", LESS)).toContain("changed");
    forge.outages = 1;
    expect(await tell("issue", LESS)).toContain("Issue of drift: changed");
  });

  it.each([403, 429] as const)(
    "a limit (%i) is told as one, and an hour of silence is not waited for",
    async (status) => {
      Object.assign(forge, { silence: 3600, limitStatus: status });
      await expect(tell("comment", DRIFT)).rejects.toThrow(
        `answered ${status} (the service said: You have exceeded a rate limit). Too many requests for now`,
      );
    },
  );

  it("a label that would not be found again is refused", async () => {
    const run = tell("issue", DRIFT, "--label", "drift,monitoring");
    await expect(run).rejects.toThrow("It must be one label: a name without a comma.");
    expect(forge.calls).toEqual([]);
  });

  it("a comment whose answer was lost is not made a second time", async () => {
    forge.losesAnswers = true;
    await expect(tell("comment", DRIFT)).rejects.toThrow("no answer");
    expect(forge.comments).toHaveLength(1);
    expect(forge.writes).toHaveLength(1);
  });

  it("what somebody else wrote is left alone, marker and all", async () => {
    await tell("comment", DRIFT);
    await tell("issue", DRIFT);
    for (const post of [...forge.comments, ...forge.issues]) post.author = "mallory";
    const [theirs] = forge.comments;
    const text = theirs?.body;
    expect(await tell("comment", LESS)).toContain("made");
    expect(forge.comments.map(({ body }) => body === text)).toEqual([true, false]);
    expect(await tell("comment", CLEAN)).toContain("removed");
    expect(forge.comments).toEqual([theirs]);
    expect(await tell("issue", CLEAN)).toContain("Issue of drift: none");
    expect(forge.issues).toMatchObject([{ open: true, comments: [] }]);
  });

  it("one comment is left of two that jobs made at the same time, and none when there is no drift", async () => {
    await tell("comment", DRIFT);
    const [first] = forge.comments.splice(0);
    const twin = () => forge.add(forge.comments, { body: first?.body ?? "" });
    forge.meanwhile = twin;
    expect(await tell("comment", LESS)).toContain("made");
    expect(forge.comments).toHaveLength(1);
    const [older] = forge.comments;
    expect(older?.body).not.toContain("#### changed");
    twin();
    expect(await tell("comment", reportOf([]), "--key", "other")).toContain("none");
    expect(await tell("comment", reportOf(DRIFTED.findings.slice(2)))).toContain("changed");
    expect(forge.comments).toEqual([older]);
    twin();
    expect(await tell("comment", CLEAN)).toContain("removed");
    expect(forge.comments).toEqual([]);
  });

  it("a comment that another job removes meanwhile is made again, or is gone as it should be", async () => {
    const vanishes = () => {
      forge.meanwhile = () => forge.comments.splice(0);
    };
    await tell("comment", DRIFT);
    vanishes();
    expect(await tell("comment", LESS)).toContain("made");
    expect(forge.comments).toHaveLength(1);
    vanishes();
    expect(await tell("comment", CLEAN)).toContain("none");
    expect(forge.comments).toEqual([]);
  });

  it("one issue is left open of two that jobs opened at the same time", async () => {
    await tell("issue", DRIFT);
    const [first] = forge.issues.splice(0);
    const twin = () => forge.add(forge.issues, { ...first, body: first?.body ?? "", open: true });
    forge.meanwhile = twin;
    expect(await tell("issue", LESS)).toContain("Issue of drift: made");
    expect(forge.issues.map(({ open }) => open)).toEqual([true, false]);
    const [older, later] = forge.issues;
    expect(older?.title).toBe("Monitoring drift: 1 missing, 1 duplicate, 1 unmanaged, 2 operational");
    expect(later?.comments).toEqual([
      `Runs at the same time opened an issue each: #${older?.id} is kept up to date.`,
    ]);
    twin();
    expect(await tell("issue", CLEAN)).toContain("Issue of drift: removed");
    expect(forge.issues.map(({ open }) => open)).toEqual([false, false, false]);
  });

  it("runs that look at other stacks have comments of their own", async () => {
    await tell("comment", { ...DRIFT, scope: "prod@." });
    await tell("comment", { ...DRIFT, scope: "dev@." });
    await tell("comment", { ...CLEAN, scope: "dev@." });
    expect(forge.comments).toMatchObject([{ body: expect.stringContaining("drift: default prod@. -->") }]);
  });

  it("runs with different keys have comments of their own", async () => {
    await tell("comment", DRIFT, "--key", "prod");
    await tell("comment", DRIFT, "--key", "dev");
    await tell("comment", CLEAN, "--key", "dev");
    expect(forge.comments).toMatchObject([{ body: expect.stringContaining("drift: prod -->") }]);
  });

  it("one issue follows the drift, and is closed with a word when it is gone", async () => {
    expect(await tell("issue", DRIFT)).toContain("Issue of drift: made");
    expect(forge.issues).toMatchObject([{ open: true, labels: ["monitoring-drift"] }]);
    expect(forge.issues[0]?.title).toBe(
      "Monitoring drift: 1 changed, 1 missing, 1 duplicate, 1 unmanaged, 2 operational",
    );
    await tell("issue", LESS);
    expect(forge.issues[0]?.title).toBe(
      "Monitoring drift: 1 missing, 1 duplicate, 1 unmanaged, 2 operational",
    );
    expect(await tell("issue", LESS)).toContain("Issue of drift: unchanged");
    expect(await tell("issue", CLEAN)).toContain("Issue of drift: removed");
    expect(forge.issues).toMatchObject([{ open: false, comments: [expect.stringContaining("99")] }]);
    await tell("issue", DRIFT);
    expect(forge.issues.map(({ open }) => open)).toEqual([false, true]);
  });

  it("a run that failed opens an issue of its own, leaves that of the drift alone, and the next one closes it", async () => {
    await tell("issue", DRIFT);
    await scene.drift("issue", "--failed", "the check 11111111-2222-4333-8444-555555555555: no answer");
    expect(forge.issues).toMatchObject([
      { open: true, title: expect.stringContaining("Monitoring drift:") },
      { open: true, title: "The check for monitoring drift failed" },
    ]);
    expect(forge.issues[1]?.body).toContain("the check [uuid]: no answer");
    await tell("issue", INCOMPLETE);
    expect(forge.issues.map(({ open }) => open)).toEqual([true, true]);
    expect(forge.issues[1]?.body).toContain("billing");
    await tell("issue", CLEAN);
    expect(forge.issues.map(({ open }) => open)).toEqual([false, false]);
  });

  it("a run whose ignore file is not right opens that issue, too", async () => {
    scene.write("pulumi-checks-ignore.json", "{");
    const run = scene.drift("ci", "--issue", "always", "--state-only", "--quiet");
    await expect(run).rejects.toThrow("pulumi-checks-ignore.json: it is not JSON");
    expect(forge.issues).toMatchObject([
      {
        open: true,
        title: "The check for monitoring drift failed",
        body: expect.stringContaining("not JSON"),
      },
    ]);
  });

  it("what the token may not do is said in one line, with what it needs", async () => {
    Object.assign(process.env, { GITHUB_TOKEN: "wrong", GITLAB_TOKEN: "wrong" });
    await expect(tell("comment", DRIFT)).rejects.toThrow(
      /^Git(Hub|Lab): GET \/\S+: answered 401 \(the service said: Bad credentials\)\. .*(pull-requests: write|scope `api`)/,
    );
  });
});

describe("GitHub", () => {
  beforeEach(() => Object.assign(process.env, ENVIRONMENTS.GitHub(forge.url)));

  it("lists pull requests among the issues; they are not the issue", async () => {
    await tell("issue", DRIFT);
    const [issue] = forge.issues;
    if (issue) Object.assign(issue, { pullRequest: true });
    await tell("issue", CLEAN);
    expect(forge.issues).toMatchObject([{ open: true }]);
  });

  it("says in its event for which pull request a run is", async () => {
    delete process.env.GITHUB_REF;
    process.env.GITHUB_EVENT_PATH = scene.write("event.json", '{"pull_request":{"number":17}}');
    expect(await tell("comment", DRIFT)).toBe("Comment on 17: made.\n");
    process.env.GITHUB_EVENT_PATH = scene.write("event.json", '{"schedule":"17 5 * * *"}');
    expect(await tell("comment", DRIFT)).toBe("This run is for no pull request: no comment is needed.\n");
    expect(await tell("comment", CLEAN, "--pull-request", "17")).toBe("Comment on 17: removed.\n");
  });

  it("goes by the ref where the file of the event is not there, as in a container", async () => {
    process.env.GITHUB_EVENT_PATH = "/github/workflow/event.json";
    expect(await tell("comment", DRIFT)).toBe("Comment on 17: made.\n");
    delete process.env.GITHUB_REF;
    expect(await tell("comment", CLEAN, "--pull-request", "17")).toBe("Comment on 17: removed.\n");
  });

  it("tells what is wrong with what was sent", async () => {
    forge.refusal = { message: "Validation Failed", errors: [{ message: "body is too long" }] };
    await expect(tell("comment", DRIFT)).rejects.toThrow("said: Validation Failed: body is too long");
  });
});

describe("GitLab", () => {
  beforeEach(() => Object.assign(process.env, ENVIRONMENTS.GitLab(forge.url)));

  it("is not told everything again by a token that may not ask whose it is", async () => {
    await tell("comment", DRIFT);
    forge.isNarrow = true;
    await expect(tell("comment", LESS)).rejects.toThrow(
      "GitLab: GET /user: the token may not ask whose it is",
    );
    expect(forge.comments).toHaveLength(1);
  });

  it("has other words for what it refuses, which are told, too", async () => {
    forge.refusal = {
      error: "insufficient_scope",
      error_description: "The request requires higher privileges",
    };
    await expect(tell("comment", DRIFT)).rejects.toThrow("said: The request requires higher privileges");
  });
});

it("outside of a forge says what is missing", async () => {
  await expect(tell("comment", DRIFT)).rejects.toThrow("neither a GitHub workflow nor a GitLab pipeline");
  process.env.GITHUB_REPOSITORY = "o/r";
  await expect(tell("issue", DRIFT)).rejects.toThrow(
    "GITHUB_TOKEN: is not set. Pass `${{ github.token }}` to the step",
  );
  await expect(scene.drift("issue")).rejects.toThrow("either a report or --failed");
});

it.each([
  [
    "GitHub",
    "GITHUB_API_URL",
    "api.github.example",
    "GITHUB_API_URL: is no web address. It has the form https",
  ],
  [
    "GitLab",
    "CI_API_V4_URL",
    "ftp://gitlab.example",
    "CI_API_V4_URL: is no web address. It has the form https",
  ],
  ["GitLab", "CI_MERGE_REQUEST_IID", "!17", "CI_MERGE_REQUEST_IID: is no number of a merge request"],
] as const)("on %s a wrong %s is named, before any request", async (name, variable, value, message) => {
  Object.assign(process.env, ENVIRONMENTS[name](forge.url), { [variable]: value });
  await expect(tell("comment", DRIFT)).rejects.toThrow(message);
  expect(forge.writes).toEqual([]);
});
