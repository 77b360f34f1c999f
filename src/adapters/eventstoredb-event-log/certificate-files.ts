import { readFileSync } from 'node:fs';
import type { EventStoreDbConnection } from './connection-string.ts';
import type { Certificates } from './messages.ts';

/** Reads the files that a connection string names. Raises `RangeError` for one that cannot be read. */
export function readCertificateFiles({ tlsCaFile, userCertificate }: EventStoreDbConnection): Certificates {
  return {
    authority: tlsCaFile === null ? null : readNamed('tlsCAFile', tlsCaFile),
    userCertificate: userCertificate === null ? null : readNamed('userCertFile', userCertificate.certFile),
    userKey: userCertificate === null ? null : readNamed('userKeyFile', userCertificate.keyFile),
  };
}

function readNamed(parameter: string, path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new RangeError(`${parameter} of the connection string, ${path}, cannot be read`, { cause: error });
  }
}
