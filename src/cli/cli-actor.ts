/**
 * Who runs this command, for the events that it records: `cli:uid-<user id of the operating system>`. An event stays for ever,
 * and a login often is a person's name: whose the id is, the machine knows.
 */
export function cliActor(): string {
  return actorOfUser(process.getuid?.());
}

/** `undefined`: the operating system has no ids of users. Its other names for them are people's. */
export function actorOfUser(userId: number | undefined): string {
  return userId === undefined ? 'cli:unknown' : `cli:uid-${userId}`;
}
