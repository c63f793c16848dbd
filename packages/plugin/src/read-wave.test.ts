import { expect, test } from 'vitest'
import { readWave } from './read-wave.ts'

const samples = [0, 1, -1, 32_767, -32_768]

/** A WAV file with a chunk that nobody needs before its samples. */
function wave({ channels = 1, bits = 16, size = samples.length * 2 } = {}): Buffer {
  const data = Buffer.alloc(samples.length * 2)
  for (const [place, sample] of samples.entries()) data.writeInt16LE(sample, place * 2)
  const format = Buffer.alloc(16)
  format.writeUInt16LE(1, 0)
  format.writeUInt16LE(channels, 2)
  format.writeUInt32LE(16_000, 4)
  format.writeUInt16LE(bits, 14)
  const parts = [chunk('fmt ', format), chunk('LIST', Buffer.from('odd')), chunk('data', data, size)]
  return Buffer.concat([Buffer.from('RIFF'), Buffer.alloc(4), Buffer.from('WAVE'), ...parts])
}

function chunk(id: string, content: Buffer, size = content.length): Buffer {
  const head = Buffer.alloc(8)
  head.write(id)
  head.writeUInt32LE(size, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

test('the samples and their rate, whatever chunks stand before them', () => {
  expect(readWave(wave())).toEqual({ samples: Int16Array.from(samples), sampleRate: 16_000 })
})

test('a program that streams does not know the size: what is there is read', () => {
  expect(readWave(wave({ size: 0xffffffff }))?.samples).toEqual(Int16Array.from(samples))
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a web page', Buffer.from('<html><body>429 Too Many Requests, try again later</body></html>')],
  ['two channels', wave({ channels: 2 })],
  ['8 bits', wave({ bits: 8 })],
  ['a head alone', wave().subarray(0, 44)],
])('%s is none', (_, bytes) => {
  expect(readWave(bytes)).toBeUndefined()
})
