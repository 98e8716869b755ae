/** Lets code that is tested take this machine for one of another system, until the returned function is called. */
export function pretendToBe(platform: NodeJS.Platform): () => void {
  const own = Object.getOwnPropertyDescriptor(process, "platform") ?? {};
  Object.defineProperty(process, "platform", { ...own, value: platform });
  return () => void Object.defineProperty(process, "platform", own);
}
