/**
 * Time limits for a log whose engine is no subject of the test. The machine of the tests stalls now and then, and so does a
 * server with few threads, or one that elects a leader: that must not look like an engine that is away.
 */
export const patience = { callTimeoutMs: 30_000, outcomeMs: 60_000, awayMs: 60_000, openMs: 60_000 };
