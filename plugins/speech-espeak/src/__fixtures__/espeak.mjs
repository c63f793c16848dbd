#!/usr/bin/env node
// Stands in for espeak-ng: the same options, a tone instead of a voice.
const args = process.argv.slice(2)
if (args.includes('--voices')) {
  process.stdout.write('Pty Language       Age/Gender VoiceName          File\n 5  de              --/M      German             gmw/de\n 5  en-gb           --/M      English            gmw/en\n')
} else if (args[args.indexOf('-v') + 1] === 'no-such-voice') {
  process.stderr.write('Error: The specified espeak-ng voice does not exist.\n')
  process.exitCode = 1
} else {
  let text = ''
  for await (const chunk of process.stdin) text += chunk
  // Speech of a long text takes longer than anybody waits.
  if (text.length > 1000) await new Promise(() => setInterval(() => {}, 2 ** 30))
  const samples = Int16Array.from({ length: 1000 + text.length * 500 }, (_, at) => Math.sin(at / 10) * 8000)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  // A program that writes to a pipe can't know its length.
  head.writeUInt32LE(0x7fffffff, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(22_050, 24)
  head.writeUInt32LE(44_100, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(0x7ffff000, 40)
  process.stdout.write(Buffer.concat([head, Buffer.from(samples.buffer)]))
}
