import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleAgent } from '../publish/__fixtures__/sample-agent.ts'
import { registrationFile } from './build-registration.ts'
import { dataUri, ipfsUri, maxCidBytes, maxDataUriBytes, readDataUri } from './registration-uri.ts'

test('an IPFS address is the one that other tools compute for the same bytes', async () => {
  // Known from the documentation of IPFS: the raw block "hello world", and the empty one.
  expect(await ipfsUri('hello world')).toBe('ipfs://bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e')
  expect(await ipfsUri('')).toBe('ipfs://bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku')
})

test('a file that IPFS would cut into blocks has no address here', async () => {
  await expect(ipfsUri('x'.repeat(maxCidBytes))).resolves.toMatch(/^ipfs:\/\/bafkrei/)
  await expect(ipfsUri('x'.repeat(maxCidBytes + 1))).rejects.toMatchObject({ code: 'EXPORT_REGISTRATION_TOO_LARGE' })
})

test('a description of 40 KiB fits into no data URI and says so', () => {
  const agent = sampleAgent({ description: 'x'.repeat(40_960) })
  const { file } = registrationFile(agent, { url: 'https://agents.example.org/' })
  expect(() => dataUri(JSON.stringify(file))).toThrow(
    expect.objectContaining({
      code: 'EXPORT_REGISTRATION_TOO_LARGE',
      message: expect.stringContaining('the most for a data URI is 16384'),
      hint: expect.stringContaining('https or ipfs'),
    }),
  )
})

test('the limit of a data URI counts bytes, not characters', () => {
  expect(dataUri('ä'.repeat(maxDataUriBytes / 2))).toContain('base64,')
  expect(() => dataUri('ä'.repeat(maxDataUriBytes / 2 + 1))).toThrow(
    expect.objectContaining({ code: 'EXPORT_REGISTRATION_TOO_LARGE' }),
  )
})

test('any text comes out of a data URI as it went in', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const plain = text.toWellFormed()
      expect(readDataUri(dataUri(plain))).toBe(plain)
      expect(readDataUri(`data:application/json,${encodeURIComponent(plain)}`)).toBe(plain)
    }),
  )
})

test.each([
  ['data:application/json;charset=utf-8;base64,e30=', '{}'],
  ['data:application/ld+json;base64,e30%3D', '{}'],
])('%s is read', (uri, text) => {
  expect(readDataUri(uri)).toBe(text)
})

test.each([
  ['https://example.org', 'it is no data URI of JSON'],
  ['data:text/html;base64,e30=', 'it is no data URI of JSON'],
  ['data:application/json;base64', 'it is no data URI of JSON'],
  ['data:application/json;base64,e3*=', 'it is no base64'],
  ['data:application/json;base64,/w==', 'it is not valid UTF-8'],
  ['data:application/json,%ff', 'it is not valid UTF-8'],
  [`data:application/json,${'x'.repeat(101)}`, 'it is longer than 100 bytes'],
  [`data:application/json,${'x'.repeat(1000)}`, 'it is longer than 100 bytes'],
])('%s is refused', (uri, reason) => {
  expect(() => readDataUri(uri, { maxBytes: 100 })).toThrow(
    expect.objectContaining({ code: 'EXPORT_DATA_URI_INVALID', message: expect.stringContaining(reason) }),
  )
})
