import { grpc } from "../../../provider/hosts/plugin/grpc";

/** Lets a server of the protocol listen on a free port of this machine, and gives its address. */
export async function addressOf(server: InstanceType<typeof grpc.Server>): Promise<string> {
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return `127.0.0.1:${port}`;
}
