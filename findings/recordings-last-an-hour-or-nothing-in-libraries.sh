#!/usr/bin/env bash
# Libraries that tell how long a recording is do not listen to it. They believe a position, a head or a count of blocks, and for valid
# files that recorders, telephone systems and pipes write they tell an hour, a part or nothing: a number like any other, no error.
# - Ogg may begin at any position, as a part of a longer broadcast does. All but libsndfile take the last position for the length.
# - Ogg files may be joined end to end, as pieces of speech are. Some tell the first, FFmpeg's head the last.
# - ADPCM in WAV, the form of voice mail: mutagen takes a block of a thousand samples for one.
# - MP4 in fragments: mutagen and tinytag read a head that leaves the length to the fragments.
# - FLAC from a pipe says that its length is unknown: mutagen and tinytag make that no length at all, libsndfile six million years.
# Seen with av 18.1.0 (FFmpeg), mutagen 1.48.1, tinytag 2.3.2, soundfile 0.14.0 and music-metadata 11.16.1 with `duration: true`, in seconds:
#                       played   FFmpeg's head   mutagen   tinytag   soundfile         music-metadata
#   begins at an hour   10.00    3610.01         3610.00   3610.00   10.00             3610.00
#   10 s and 4 s        14.00    4.01            10.00     10.00     10.00             10.00
#   ADPCM               10.08    10.08           0.00      10.08     10.08             10.08
#   MP4 in fragments    10.03    10.02           0.00      0.00      none              10.02
#   FLAC from a pipe    10.00    none            0.00      0.00      192153584101141   none
# So minutes that are charged are counted from frames. Needs npm, Node 20 or later, and Python 3 with venv. Exits with 1 when the behaviour
# is another.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --save-exact music-metadata@11.16.1
python3 -m venv python
python/bin/pip install --quiet --disable-pip-version-check av==18.1.0 mutagen==1.48.1 tinytag==2.3.2 soundfile==0.14.0 numpy==2.4.6
cat >record.py <<'PY'
import io
import av, mutagen, numpy, soundfile, tinytag
class Pipe(io.RawIOBase):
    """What can only be written on, as standard output is."""
    def __init__(self):
        self.bytes = bytearray()
    def writable(self):
        return True
    def write(self, piece):
        self.bytes += piece
        return len(piece)
def record(to, container, codec, rate, seconds=10, begin=0, options={}):
    with av.open(to, 'w', format=container, options=options) as out:
        stream = out.add_stream(codec, rate=rate, layout='mono')
        resampler = av.AudioResampler(format=stream.codec_context.format.name, layout='mono', rate=rate)
        for at in range(0, rate * seconds, 1000):
            tone = numpy.sin(numpy.arange(at, at + 1000) * 880 * numpy.pi / rate).astype(numpy.float32) / 4
            frame = av.AudioFrame.from_ndarray(tone[None], format='fltp', layout='mono')
            frame.sample_rate, frame.pts = rate, at + begin * rate
            for piece in resampler.resample(frame):
                out.mux(stream.encode(piece))
        out.mux(stream.encode(None))
record('later.opus', 'ogg', 'libopus', 48000, begin=3600)
record('one.opus', 'ogg', 'libopus', 48000, options={'serial_offset': '1'})
record('two.opus', 'ogg', 'libopus', 48000, seconds=4, options={'serial_offset': '2'})
open('joined.opus', 'wb').write(open('one.opus', 'rb').read() + open('two.opus', 'rb').read())
record('adpcm.wav', 'wav', 'adpcm_ima_wav', 16000)
record('fragments.m4a', 'mp4', 'aac', 48000, options={'movflags': 'frag_keyframe+empty_moov'})
pipe = Pipe()
record(pipe, 'flac', 'flac', 48000)
open('piped.flac', 'wb').write(pipe.bytes)
def played(path):
    with av.open(path) as file:
        return sum(frame.samples / frame.sample_rate for frame in file.decode(audio=0))
def declared(path):
    with av.open(path) as file:
        return file.duration and file.duration / av.time_base
def declared_by_soundfile(path):
    try:
        return soundfile.info(path).duration
    except soundfile.LibsndfileError:
        return None
for path in ['later.opus', 'joined.opus', 'adpcm.wav', 'fragments.m4a', 'piped.flac']:
    lengths = [played(path), declared(path), mutagen.File(path).info.length, tinytag.TinyTag.get(path).duration, declared_by_soundfile(path)]
    print(path, *('none' if length is None else f'{length:.2f}' for length in lengths))
PY
cat >tell.mjs <<'JS'
import { parseFile } from 'music-metadata';
for (const path of ['later.opus', 'joined.opus', 'adpcm.wav', 'fragments.m4a', 'piped.flac'])
  console.log((await parseFile(path, { duration: true })).format.duration?.toFixed(2) ?? 'none');
JS
python/bin/python record.py >of-python
node tell.mjs >of-javascript
paste -d ' ' of-python of-javascript | tee seen
cat >expected <<'TEXT'
later.opus 10.00 3610.01 3610.00 3610.00 10.00 3610.00
joined.opus 14.00 4.01 10.00 10.00 10.00 10.00
adpcm.wav 10.08 10.08 0.00 10.08 10.08 10.08
fragments.m4a 10.03 10.02 0.00 0.00 none 10.02
piped.flac 10.00 none 0.00 0.00 192153584101141.16 none
TEXT
diff expected seen >/dev/null || { echo 'the behaviour is another'; exit 1; }
