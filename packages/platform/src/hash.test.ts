import { expect, test } from 'vitest'
import { sha256 } from './hash.ts'

test('matches the published digests', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
})

test('text is hashed as UTF-8', () => {
  expect(sha256('zwölf')).toBe(sha256(new TextEncoder().encode('zwölf')))
})
