/** The arrow between the times of a subtitle, and how far the times around it may reach. */
const arrow = '-->';
const timeBytesMax = 32;

const timeForm = String.raw`(?:(\d{1,6}):)?(\d{1,2}):(\d{1,2})[.,](\d{3})`;
/** A time with which a line begins. */
const beginPattern = new RegExp(String.raw`[\r\n][ \t]*${timeForm}[ \t]*$`);
const endPattern = new RegExp(String.raw`^[ \t]*${timeForm}`);

/**
 * Where the last subtitle of an SRT or WebVTT text ends, milliseconds; 0 when there is none. What is spoken may have an
 * arrow and a time, too: only a line that begins with a time is one of times.
 */
export function subtitleEndMs(text: Buffer): number {
  for (let at = text.lastIndexOf(arrow); at >= 0; at = at === 0 ? -1 : text.lastIndexOf(arrow, at - 1)) {
    const from = Math.max(0, at - timeBytesMax);
    const before = `${from === 0 ? '\n' : ''}${text.toString('latin1', from, at)}`;
    const behind = at + arrow.length;
    const found = endPattern.exec(text.toString('latin1', behind, behind + timeBytesMax));
    if (found === null || !beginPattern.test(before)) continue;
    const [, hours = '0', minutes, seconds, milliseconds] = found;
    return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(milliseconds);
  }
  return 0;
}
