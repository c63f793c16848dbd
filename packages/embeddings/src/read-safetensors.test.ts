import { expect, test } from 'vitest'
import { readSafetensors } from './read-safetensors.ts'

const options = { file: 'w.safetensors' }

test('reads F16 and F32 and leaves other types out', () => {
  const header = {
    __metadata__: { format: 'pt' },
    half: { dtype: 'F16', shape: [2, 2], data_offsets: [0, 8] },
    float: { dtype: 'F32', shape: [1], data_offsets: [8, 12] },
    ids: { dtype: 'I64', shape: [1], data_offsets: [12, 20] },
  }
  const data = Buffer.concat([
    Buffer.from(new Float16Array([1, -0.5, 65_504, 5.960464477539063e-8]).buffer),
    Buffer.from(new Float32Array([0.1]).buffer),
    Buffer.alloc(8),
  ])
  const tensors = readSafetensors(file(header, data), options)
  expect([...tensors.keys()]).toEqual(['half', 'float'])
  expect(tensors.get('half')?.shape).toEqual([2, 2])
  expect([...(tensors.get('half')?.values() ?? [])]).toEqual([1, -0.5, 65_504, 5.960464477539063e-8])
  expect(tensors.get('float')?.values()).toEqual(Float32Array.of(0.1))
})

test.each([
  ['nothing', Buffer.alloc(0), 'it has 0 bytes'],
  ['half a header', file({ a: 1 }, Buffer.alloc(0)).subarray(0, 10), 'its header is cut off'],
  ['no JSON', Buffer.concat([Buffer.from([3, 0, 0, 0, 0, 0, 0, 0]), Buffer.from('{a}')]), 'its header is not JSON'],
  ['a list as header', file([], Buffer.alloc(0)), 'its header is not'],
  ['an entry without offsets', file({ a: { dtype: 'F16', shape: [2] } }, Buffer.alloc(4)), 'tensor a is not described'],
  [
    'missing data',
    file({ a: { dtype: 'F16', shape: [2], data_offsets: [0, 4] } }, Buffer.alloc(2)),
    'tensor a has no room for 2 values',
  ],
])('refuses %s', (_, bytes, reason) => {
  expect(() => readSafetensors(bytes, options)).toThrow(
    expect.objectContaining({ code: 'EMBEDDINGS_WEIGHTS_BROKEN', message: expect.stringContaining(reason) }),
  )
})

function file(header: unknown, data: Buffer): Buffer {
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(text.byteLength))
  return Buffer.concat([length, text, data])
}
