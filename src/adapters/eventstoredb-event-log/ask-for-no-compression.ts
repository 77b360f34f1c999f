import { CompressionFilter } from '@grpc/grpc-js/build/src/compression-filter.js';

/**
 * Makes every call of this thread accept uncompressed answers only. grpc-js offers gzip with each call, and no option
 * changes that. Servers since 25.1 then compress every message on its own, which makes reading seven to eleven times
 * slower: an event is a message of some hundred bytes, and each one costs a decompressor here.
 */
export function askForNoCompression(): void {
  const filter = CompressionFilter.prototype;
  const sendMetadata = filter.sendMetadata;
  filter.sendMetadata = async function sendUncompressed(this: CompressionFilter, metadata) {
    const headers = await sendMetadata.call(this, metadata);
    headers.set('grpc-accept-encoding', 'identity');
    return headers;
  };
}
