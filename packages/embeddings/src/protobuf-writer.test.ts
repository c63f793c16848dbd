import { expect, test } from 'vitest'
import { byteLength, floatField, integerField, messageField, textField, type Message } from './protobuf-writer.ts'

const bytes = (message: Message) =>
  Buffer.concat(message.map((part) => ('read' in part ? part.read() : part))).toString('hex')

test('writes what the specification gives as examples', () => {
  expect(bytes(integerField(1, 150))).toBe('089601')
  expect(bytes(textField(2, 'testing'))).toBe('120774657374696e67')
  expect(bytes(messageField(3, integerField(1, 150)))).toBe('1a03089601')
  expect(bytes(floatField(2, 1))).toBe('150000803f')
})

test('writes integers above 32 bits and field numbers above 15', () => {
  expect(bytes(integerField(20, 2 ** 40))).toBe('a001808080808020')
})

test('knows the length of bytes that are not made yet', () => {
  const lazy = { byteLength: 300, read: () => new Uint8Array(300) }
  const message = messageField(9, [lazy])
  expect(byteLength(message)).toBe(303)
  expect(bytes(message).slice(0, 8)).toBe('4aac0200')
})
