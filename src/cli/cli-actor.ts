import { userInfo } from 'node:os';

const nameCharactersMax = 100;

/** Who runs this command, for the events that it records: `cli:<user of the operating system>`. */
export function cliActor(): string {
  const name = osUser().replaceAll(/\p{Cc}/gu, '');
  return `cli:${name === '' ? 'unknown' : name.slice(0, nameCharactersMax)}`;
}

/** In a container a user often is a number that has no name. */
function osUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`;
  }
}
