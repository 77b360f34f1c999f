import { once } from 'node:events';
import { connect } from 'node:net';

/** The request that sets rates of clients, in its version 0. kafkajs does not know it. */
const setClientRates = 49;

/** Limits what a client, by its id, may write at a broker that asks for no login; bytes a second. */
export async function limitWriting(broker: string, clientId: string, bytesPerSecond: number): Promise<void> {
  const [host, port] = broker.split(':');
  const limit = Buffer.alloc(8);
  limit.writeDoubleBE(bytesPerSecond);
  const entity = [int32(1), text('client-id'), text(clientId)];
  const operation = [int32(1), text('producer_byte_rate'), limit, Buffer.of(0)];
  const header = [int16(setClientRates), int16(0), int32(1), text('waybill-test')];
  const request = Buffer.concat([...header, int32(1), ...entity, ...operation, Buffer.of(0)]);
  const socket = connect(Number(port), host);
  try {
    socket.write(Buffer.concat([int32(request.length), request]));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    // Length, correlation, throttling, the number of entries; then the error of the first.
    const error = answer.readInt16BE(16);
    if (error !== 0) throw new Error(`the rate was refused with error ${error}`);
  } finally {
    socket.destroy();
  }
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function text(value: string): Buffer {
  return Buffer.concat([int16(Buffer.byteLength(value)), Buffer.from(value)]);
}
