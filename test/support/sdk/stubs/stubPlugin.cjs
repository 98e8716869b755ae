/**
 * A stand-in for the plugins of `@pulumi/kubernetes`, `@pulumi/aws` and `@pulumi/gcp`: keeps what it is given and has neither
 * cluster nor cloud. What it made, changed and deleted stands in the file STUB_LOG, a JSON document a line.
 */
const { appendFileSync } = require("node:fs");

const SDK = process.env.STUB_SDK;
const load = (name) => require(require.resolve(name, { paths: [SDK] }));
const grpc = load("@grpc/grpc-js");
const provider = load("@pulumi/pulumi/proto/provider_pb");
const { ResourceProviderService } = load("@pulumi/pulumi/proto/provider_grpc_pb");
const resource = load("@pulumi/pulumi/proto/resource_pb");
const { ResourceMonitorClient } = load("@pulumi/pulumi/proto/resource_grpc_pb");
const { PluginInfo } = load("@pulumi/pulumi/proto/plugin_pb");
const { Struct } = load("google-protobuf/google/protobuf/struct_pb");
const { Empty } = load("google-protobuf/google/protobuf/empty_pb");

const values = (struct) => struct?.toJavaScript() ?? {};
const struct = (object) => Struct.fromJavaScript(JSON.parse(JSON.stringify(object)));
const nameOf = (urn) => urn.split("::").at(-1);
const typeOf = (urn) => urn.split("::")[2].split("$").at(-1);

function record(done, urn, inputs) {
  const entry = { done, type: typeOf(urn), name: nameOf(urn), ...(inputs && { inputs }) };
  appendFileSync(process.env.STUB_LOG, `${JSON.stringify(entry)}\n`);
}

/** As the real ones do: what has no name of its own gets one. */
function named(urn, inputs) {
  const name = `${nameOf(urn)}-1a2b3c`;
  if (!typeOf(urn).startsWith("kubernetes:"))
    return { name, ...inputs, __defaults: "name" in inputs ? [] : ["name"] };
  if (typeof inputs.metadata === "string") return inputs;
  return { ...inputs, metadata: { ...inputs.metadata, name: inputs.metadata?.name ?? name } };
}

/** What the program sees of a resource: of one in a cloud an address, too. */
function outputsOf(inputs) {
  return "metadata" in inputs ? inputs : { ...inputs, arn: `arn:stub:${inputs.name}` };
}

function idOf({ metadata, name }) {
  return metadata ? `${metadata.namespace ?? "default"}/${metadata.name}` : name;
}

const handlers = {
  getPluginInfo: () => new PluginInfo(),
  checkConfig: (request) => checked(values(request.getNews())),
  diffConfig: () => new provider.DiffResponse(),
  configure: () => {
    const answer = new provider.ConfigureResponse();
    answer.setAcceptsecrets(true);
    answer.setSupportspreview(true);
    answer.setAcceptresources(true);
    return answer;
  },
  check: (request) => checked(named(request.getUrn(), values(request.getNews()))),
  diff: (request) => {
    const answer = new provider.DiffResponse();
    const isSame =
      JSON.stringify(values(request.getOldInputs())) === JSON.stringify(values(request.getNews()));
    answer.setChanges(
      isSame ? provider.DiffResponse.DiffChanges.DIFF_NONE : provider.DiffResponse.DiffChanges.DIFF_SOME,
    );
    return answer;
  },
  create: (request) => {
    const inputs = values(request.getProperties());
    const answer = new provider.CreateResponse();
    answer.setProperties(struct(outputsOf(inputs)));
    if (!request.getPreview()) {
      answer.setId(idOf(inputs));
      record("created", request.getUrn(), inputs);
    }
    return answer;
  },
  update: (request) => {
    const inputs = values(request.getNews());
    const answer = new provider.UpdateResponse();
    answer.setProperties(struct(outputsOf(inputs)));
    if (!request.getPreview()) record("updated", request.getUrn(), inputs);
    return answer;
  },
  delete: (request) => {
    record("deleted", request.getUrn());
    return new Empty();
  },
  construct,
  cancel: () => new Empty(),
};

function checked(inputs) {
  const answer = new provider.CheckResponse();
  answer.setInputs(struct(inputs));
  return answer;
}

/** A Helm chart: a component whose resources this process declares, here one CronJob for each of its values. */
async function construct(request) {
  const monitor = new ResourceMonitorClient(request.getMonitorendpoint(), grpc.credentials.createInsecure());
  const register = (type, name, custom, parent, inputs) => {
    const asked = new resource.RegisterResourceRequest();
    asked.setType(type);
    asked.setName(name);
    asked.setCustom(custom);
    asked.setParent(parent);
    asked.setObject(struct(inputs));
    asked.setAcceptsecrets(true);
    asked.setAcceptresources(true);
    return new Promise((resolve, reject) =>
      monitor.registerResource(asked, (error, answer) => (error ? reject(error) : resolve(answer.getUrn()))),
    );
  };
  const name = request.getName();
  const urn = await register(request.getType(), name, false, request.getParent(), {});
  for (const [job, inputs] of Object.entries(values(request.getInputs()).values ?? {})) {
    await register("kubernetes:batch/v1:CronJob", `${name}:default/${job}`, true, urn, {
      apiVersion: "batch/v1",
      kind: "CronJob",
      ...inputs,
    });
  }
  const answer = new provider.ConstructResponse();
  answer.setUrn(urn);
  answer.setState(struct({}));
  return answer;
}

const service = Object.fromEntries(
  Object.entries(handlers).map(([name, handler]) => [
    name,
    ({ request }, answer) =>
      void Promise.resolve()
        .then(() => handler(request))
        .then(
          (value) => answer(null, value),
          (error) => answer({ code: grpc.status.UNKNOWN, details: String(error.details ?? error.message) }),
        ),
  ]),
);
const server = new grpc.Server();
server.addService(ResourceProviderService, service);
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.stdout.write(`${port}\n`);
});
process.on("SIGINT", () => process.exit(0));
