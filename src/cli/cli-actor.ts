/**
 * The actor in events that a command records: `cli:uid-<user id of the operating system>`. Events are permanent and a
 * login name is often a person's name, so only the id is recorded.
 */
export function cliActor(): string {
  return actorOfUser(process.getuid?.());
}

/** `undefined`: the operating system has no user ids, only names of people. */
export function actorOfUser(userId: number | undefined): string {
  return userId === undefined ? 'cli:unknown' : `cli:uid-${userId}`;
}
