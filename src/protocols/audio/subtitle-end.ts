/** The arrow between the times of a subtitle, and how far the time behind it may reach. */
const arrow = '-->';
const timeBytesMax = 32;

const timePattern = /^\s*(?:(\d{1,6}):)?(\d{1,2}):(\d{1,2})[.,](\d{3})/;

/** Where the last subtitle of an SRT or WebVTT text ends, milliseconds; 0 when there is none. */
export function subtitleEndMs(text: Buffer): number {
  for (let at = text.lastIndexOf(arrow); at >= 0; at = at === 0 ? -1 : text.lastIndexOf(arrow, at - 1)) {
    const behind = at + arrow.length;
    const found = timePattern.exec(text.toString('latin1', behind, behind + timeBytesMax));
    if (found === null) continue;
    const [, hours = '0', minutes, seconds, milliseconds] = found;
    return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(milliseconds);
  }
  return 0;
}
