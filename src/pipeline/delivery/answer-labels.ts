/**
 * The types of an answer in its head. `mayBe…`: also the types that say nothing, or none at all, which servers and proxies
 * write that were told no type. HTML is the error page of a proxy.
 */
export const answerLabels = {
  json: /^(application|text)\/([a-z0-9.+-]+\+)?json\b/i,
  stream: /^text\/event-stream\b/i,
  sound: /^(audio\/|application\/octet-stream\b)/i,
  mayBeJson: /^((application|text)\/([a-z0-9.+-]+\+)?json|text\/plain|application\/octet-stream)\b|^$/i,
  mayBeText: /^(text\/(?!html)|application\/(x-subrip|octet-stream)\b)|^$/i,
  mayBeStream: /^(text\/(event-stream|plain)|application\/octet-stream)\b|^$/i,
} as const;
