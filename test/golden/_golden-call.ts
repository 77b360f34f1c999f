import { httpCall, type HttpCall, type HttpReply } from '../_support/http-call.ts';

const brokenOff = Buffer.from('<broken off>');

/** One request on a connection of its own. An answer whose end is missing says so behind its last byte. */
export async function goldenCall(url: string, call: HttpCall): Promise<HttpReply> {
  const reply = await httpCall(url, call);
  const bytes = reply.isCut ? Buffer.concat([reply.bytes, brokenOff]) : reply.bytes;
  return { ...reply, bytes, text: bytes.toString() };
}
