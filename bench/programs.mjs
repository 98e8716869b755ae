/** The programs that are compared. Each declares COUNT resources; another GRACE changes each of them. */

/** Arguments of the n-th resource. */
export const fieldsOf = (n, grace) => ({
  name: `Job ${n}`,
  slug: `job-${n}`,
  tags: ["bench", "jobs"],
  timeout: 3600,
  grace,
});

/** As long as the real ones, which a state holds encrypted. */
const SECRET = "https://ping.example.org/00000000-0000-4000-8000-000000000000";

export const PROGRAMS = {
  checks: () => `
const { Check } = require("pulumi-checks");
${declareAll("Check")}`,

  trivial: () => `
const pulumi = require("@pulumi/pulumi");
const provider = {
  create: async (inputs) => ({ id: inputs.slug, outs: inputs }),
  diff: async (id, olds, news) => ({ changes: olds.grace !== news.grace }),
  read: async (id, props) => ({ id, props }),
  update: async (id, olds, news) => ({ outs: news }),
  delete: async () => {},
};
class Trivial extends pulumi.dynamic.Resource {
  constructor(name, args) { super(provider, name, args); }
}
${declareAll("Trivial")}`,

  /** As trivial, with all properties of a check: their number alone costs the engine time. */
  alike: ({ inputs, outputs, additionalSecretOutputs }) => `
const pulumi = require("@pulumi/pulumi");
const inputs = ${plain(inputs)};
const outputs = ${plain(outputs)};
const provider = {
  check: async (olds, news) => ({ inputs: { ...inputs, ...news } }),
  create: async (news) => ({ id: news.slug, outs: { ...outputs, ...news } }),
  diff: async (id, olds, news) => ({ changes: olds.grace !== news.grace }),
  read: async (id, props) => ({ id, props, inputs: Object.fromEntries(Object.keys(inputs).map((key) => [key, props[key]])) }),
  update: async (id, olds, news) => ({ outs: { ...outputs, ...news } }),
  delete: async () => {},
};
const unset = Object.fromEntries(Object.keys(outputs).map((key) => [key, undefined]));
class Alike extends pulumi.dynamic.Resource {
  constructor(name, args) {
    super(provider, name, { ...unset, ...args }, { additionalSecretOutputs: ${JSON.stringify(additionalSecretOutputs)} });
  }
}
${declareAll("Alike")}`,
};

function declareAll(type) {
  return `const fieldsOf = ${fieldsOf};
for (let n = 0; n < Number(process.env.COUNT); n++) new ${type}("job-" + n, fieldsOf(n, Number(process.env.GRACE)));
`;
}

/** Properties as a program may write them: without the provider's code, and secrets as plain values. */
function plain({ __provider, ...properties }) {
  return JSON.stringify(properties, (_, value) => (value?.ciphertext === undefined ? value : SECRET));
}
