import { AudioStream } from './stream.ts';
import { subtitleEndMs } from './subtitle-end.ts';
import { recordingMilliseconds, recordingMillisecondsMax, type Recording } from '../../catalogue/audio-target.ts';
import type { Target } from '../../catalogue/model-catalogue.ts';
import { noUsage, type Usage } from '../../domain/usage.ts';
import type { WholeAnswer } from '../answers/whole-answer.ts';
import type { SentForm } from '../face.ts';
import type { InferenceRequest, RequestWork, WorkMax } from '../inference-request.ts';
import { readFormModel } from '../requests/form-model.ts';
import { invalidValue } from '../requests/json-body.ts';
import { requestFault } from '../requests/request-fields.ts';
import { workMax } from '../requests/work-max.ts';
import { scanJsonObject } from '../../wire/json-text.ts';
import { readAnswerCounters, type CounterReading } from '../answers/answer-counters.ts';

const subtitleFormats = new Set(['srt', 'vtt']);
/** Answers that are not JSON and have no counters. */
const textFormats = new Set(['text', ...subtitleFormats]);

/**
 * Reads a form with a recording, to be transcribed as JSON, text, subtitles or events. Priced by tokens if the upstream
 * counts them, else by the length of the recording. Personal data cannot be found in audio: a caller who needs
 * protection is served by trusted targets only. Raises `GatewayError` (400).
 */
export function readTranscriptionInference(
  form: SentForm,
  { canStream }: { readonly canStream: boolean },
): InferenceRequest {
  const model = readFormModel(form.texts('model'));
  const format = readOnce(form, 'response_format');
  const isStream = readStreamWish(form, canStream);
  const file = form.file('file');
  if (file === null) throw invalidValue(requestFault('file', 'one file'));
  const recording: Recording = { bytes: file.bytes, ...form.length };
  const isText = format !== null && textFormats.has(format);
  const hasSubtitles = format !== null && subtitleFormats.has(format);
  return {
    asked: { model, effort: null, serviceTier: null, outputTokensMax: null },
    input: { bytes: file.bytes, tokens: null, castable: 'none' },
    work: recordingWork(recording, hasSubtitles),
    answers: {
      unstreamed: isText
        ? { form: 'text', read: (body, _model, target) => textAnswer(body, { recording, hasSubtitles }, target) }
        : { form: 'json', read: (body, _model, target) => jsonAnswer(body, uncountedUsage(recording, target)) },
      stream: isStream
        ? { isOptional: true, open: ({ target }) => audioStream(uncountedUsage(recording, target)) }
        : null,
      ownAnswer: null,
    },
    memory: null,
    write: (target) => form.written(new Map([['model', target.model]])),
  };
}

/** Tokens of a recording are bounded by the target alone. */
function recordingWork(recording: Recording, hasSubtitles: boolean): RequestWork {
  const counted = hasSubtitles ? 'subtitles' : 'seconds';
  const max = ({ contextTokensMax, audio }: Target): WorkMax =>
    workMax(contextTokensMax, {
      countedOtherwise: { audioMillisecondsMax: recordingMillisecondsMax(recording, audio, counted) },
    });
  return {
    unknownMember: null,
    max,
    wholeMax: max,
    uncounted: (target) => uncountedUsage(recording, target),
    assertTakenBy: () => undefined,
  };
}

/** Some models accept the field `stream` and ignore it. */
function audioStream(length: Usage): AudioStream {
  return new AudioStream('audio_transcriptions', ({ usage }) => (usage === null ? null : timed(usage, length)));
}

/** Servers differ in what else they accept as true, and whether the answer streams must be known in advance. */
function readStreamWish(form: SentForm, canStream: boolean): boolean {
  const wish = readOnce(form, 'stream') ?? 'false';
  if (wish !== 'true' && wish !== 'false') throw invalidValue(requestFault('stream', '`true` or `false`'));
  if (wish === 'true' && !canStream)
    throw invalidValue(requestFault('stream', 'false: translations have no stream, their text comes whole'));
  return wish === 'true';
}

/** Requires the form to have it at most once, and as a field. */
function readOnce(form: SentForm, name: string): string | null {
  return form.texts(name)[0] ?? null;
}

/** The usage of a recording without counters. Subtitles may end later than it, but never later than its hold covers. */
function uncountedUsage(recording: Recording, { audio }: Target, subtitlesMs = 0): Usage {
  const heardMs = Math.min(subtitlesMs, recordingMillisecondsMax(recording, audio, 'subtitles'));
  const length = Math.max(recordingMilliseconds(recording, audio), heardMs);
  return { ...noUsage, audio_milliseconds: length };
}

interface TextAsked {
  readonly recording: Recording;
  readonly hasSubtitles: boolean;
}

function textAnswer(body: Buffer, { recording, hasSubtitles }: TextAsked, target: Target): WholeAnswer {
  const estimate = uncountedUsage(recording, target, hasSubtitles ? subtitleEndMs(body) : 0);
  // A transcript of silence is empty, but the work was done.
  return { body, usage: null, reading: null, estimate, serviceTier: null, contentBytes: Math.max(1, body.length) };
}

function jsonAnswer(body: Buffer, length: Usage): WholeAnswer | null {
  const answer = readTranscriptionAnswer(body);
  if (answer === null) return null;
  const { reading } = answer;
  const usage = reading === null ? null : timed(reading.usage, length);
  return { body, usage, reading, serviceTier: null, contentBytes: body.length };
}

/** Tokens may have no price, so the time is reported beside them. */
function timed(usage: Usage, length: Usage): Usage {
  return usage.audio_milliseconds > 0 ? usage : { ...usage, audio_milliseconds: length.audio_milliseconds };
}

/**
 * How the counters and the time of a whole transcript in JSON were read; `reading` is `null` when it has neither. The
 * result is `null` when the answer is no transcript. The text itself is never decoded.
 */
function readTranscriptionAnswer(bytes: Buffer): { readonly reading: CounterReading | null } | null {
  const object = scanJsonObject(bytes);
  if (object.kind === 'json_fault' || object.member('text')?.kind !== 'string') return null;
  return { reading: readAnswerCounters(object, 'audio_transcriptions') };
}
