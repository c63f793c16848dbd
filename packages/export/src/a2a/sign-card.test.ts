import { createPublicKey, verify } from 'node:crypto'
import { join } from 'node:path'
import { type AgentCard as WireCard, canonicalizeAgentCard, verifyAgentCardSignature } from '@a2a-js/sdk'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { sampleAgent } from '../publish/__fixtures__/sample-agent.ts'
import { temporaryFolder } from '../publish/__fixtures__/temporary-folder.ts'
import type { AgentCard } from './agent-card.ts'
import { bearerSecurity } from './bearer-security.ts'
import { agentCard } from './build-card.ts'
import { canonicalJson } from './canonical-json.ts'
import { createSigningKey } from './read-signing-key.ts'
import { signCard } from './sign-card.ts'
import { keySet } from './signing-key.ts'
import { verifyCard } from '@datacortex/protocols'

const jku = 'https://agents.example.org/.well-known/jwks.json'

test('Node alone verifies a signature, from the bytes of the card and the public key', async () => {
  const { text, keys } = await signedCard()
  const { signatures, ...content } = JSON.parse(text)
  const [{ protected: header, signature }] = signatures
  const { alg, kid, typ, jku: place } = JSON.parse(Buffer.from(header, 'base64url').toString())
  expect({ alg, typ, place }).toEqual({ alg: 'ES256', typ: 'JOSE', place: jku })
  const jwk = keys.keys.find((key) => key.kid === kid)
  const publicKey = createPublicKey({ key: { ...jwk }, format: 'jwk' })
  // Canonical by hand: keys sorted at each level, no blanks.
  const payload = Buffer.from(sortedJson(content)).toString('base64url')
  const check = (input: string): boolean =>
    verify(
      'sha256',
      Buffer.from(input),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  expect(check(`${header}.${payload}`)).toBe(true)
  expect(check(`${header}.${payload}x`)).toBe(false)
})

test("the protocol's own library verifies the wire form and has the same canonical form", async () => {
  const { text, keys } = await signedCard()
  const wire: WireCard = JSON.parse(text)
  const verifyWire = verifyAgentCardSignature((kid, place) => {
    expect(place).toBe(jku)
    const key = keys.keys.find((one) => one.kid === kid)
    return key === undefined ? Promise.reject(new Error('unknown key')) : Promise.resolve({ ...key })
  })
  await expect(verifyWire(wire)).resolves.toBeUndefined()
  const { signatures: _, ...content } = JSON.parse(text)
  expect(canonicalizeAgentCard(wire)).toBe(canonicalJson(content))
  // It prints each signature that does not fit.
  vi.spyOn(console, 'debug').mockImplementation(() => undefined)
  for (const path of leaves(content)) {
    const forged: WireCard = JSON.parse(JSON.stringify(changed(JSON.parse(text), path, 'other')))
    await expect(verifyWire(forged), path.join('.')).rejects.toThrow('No valid signatures')
  }
})

test('a change, a loss or an addition anywhere breaks the signature', async () => {
  const { text, keys } = await signedCard()
  expect(await verifyCard(JSON.parse(text), keys)).toMatchObject({ valid: true })
  const { signatures: _, ...content } = JSON.parse(text)
  for (const path of leaves(content)) {
    for (const change of ['other', 'drop', 'add', 'empty'] as const) {
      const forged = changed(JSON.parse(text), path, change)
      expect(await verifyCard(forged, keys), `${change} ${path.join('.')}`).toMatchObject({ valid: false })
    }
  }
})

test('any card that is signed verifies, and no other content does under its signature', async () => {
  const key = await createSigningKey(join(await temporaryFolder(), 'key.jwk'))
  const text = fc.string({ unit: 'binary', maxLength: 12 }).filter((one) => one.isWellFormed())
  const value = fc.jsonValue({ maxDepth: 3 }).filter((one) => JSON.stringify(one).isWellFormed() && isText(one))
  await fc.assert(
    fc.asyncProperty(fc.dictionary(text, value), fc.dictionary(text, value), async (one, other) => {
      const { signatures: _, ...content } = one
      const signed = await signCard(content, key)
      expect(await verifyCard(JSON.parse(JSON.stringify(signed)), keySet([key]))).toMatchObject({ valid: true })
      const same = canonicalJson({ ...other, signatures: 0 }) === canonicalJson({ ...content, signatures: 0 })
      const forged = { ...other, signatures: signed.signatures }
      expect(await verifyCard(forged, keySet([key]))).toMatchObject({ valid: same })
    }),
    { numRuns: 200 },
  )
})

test('a key is replaced without a gap: both sign for a while', async () => {
  const folder = await temporaryFolder()
  const [older, newer] = [await createSigningKey(join(folder, 'a.jwk')), await createSigningKey(join(folder, 'b.jwk'))]
  const once = await signCard(fullCard(), older)
  const twice = await signCard(await signCard(once, newer), newer)
  expect(twice.signatures).toHaveLength(2)
  expect(await verifyCard(twice, keySet([older]))).toMatchObject({ valid: true })
  expect(await verifyCard(twice, keySet([newer]))).toMatchObject({ valid: true })
  expect(await verifyCard(once, keySet([newer]))).toEqual({
    valid: false,
    signatures: [{ kid: older.kid, valid: false, reason: 'its key is not known' }],
  })
})

test('signatures that do not count say why', async () => {
  const { text, keys } = await signedCard()
  const card = JSON.parse(text)
  const [key] = keys.keys
  const reason = async (signature: unknown, known = keys): Promise<unknown> =>
    (await verifyCard({ ...card, signatures: [signature] }, known)).signatures[0]?.reason
  const header = (fields: object): string => Buffer.from(JSON.stringify(fields)).toString('base64url')
  const [own] = card.signatures
  expect(await reason(null)).toBe('it has no protected header or signature')
  expect(await reason({ ...own, protected: '%%%' })).toBe('its header has no algorithm or no key id')
  expect(await reason({ ...own, protected: header({ alg: 'none', kid: key?.kid }) })).toContain(
    '"none" is not accepted',
  )
  expect(await reason({ ...own, protected: header({ alg: 'HS256', kid: key?.kid }) })).toContain(
    '"HS256" is not accepted',
  )
  expect(await reason({ ...own, protected: header({ alg: 'RS256', kid: key?.kid }) })).toContain('not that of the key')
  expect(await reason({ ...own, signature: 'AAAA' })).toBe('it does not fit this card and key')
  expect(await reason(own, { keys: [{ ...key, exp: 1 }] })).toBe('its key has expired')
  expect(await reason(own, { keys: [{ ...key, x: 'no' }] })).toBe('it does not fit this card and key')
  expect(await reason(own, { keys: [{ ...key, exp: 4_000_000_000 }] })).toBeUndefined()
  for (const nothing of [undefined, null, 'card', [], {}, { signatures: 'x' }])
    expect(await verifyCard(nothing, keys)).toEqual({ valid: false, signatures: [] })
  expect(await verifyCard({ ...card, name: '\ud800' }, keys)).toMatchObject({ valid: false })
})

test('a card that is no JSON is not signed', async () => {
  const key = await createSigningKey(join(await temporaryFolder(), 'key.jwk'))
  const bad = { code: 'EXPORT_NOT_CANONICAL' }
  await expect(signCard({ name: '\ud800' }, key)).rejects.toMatchObject(bad)
  await expect(signCard({ name: Number.NaN }, key)).rejects.toMatchObject(bad)
  expect(() => canonicalJson(undefined)).toThrow(expect.objectContaining(bad))
})

/** A card with every kind of field. */
function fullCard(): AgentCard {
  const agent = sampleAgent({
    'x-a2a': { documentationUrl: 'https://example.org/docs', iconUrl: 'https://example.org/icon.png' },
  })
  return agentCard(agent, {
    url: 'https://agents.example.org/',
    provider: { url: 'https://example.org', organization: 'Example' },
    capabilities: {
      streaming: true,
      pushNotifications: false,
      extensions: [{ uri: 'https://example.org/ext', description: 'Ext', required: true, params: { level: 'high' } }],
    },
    ...bearerSecurity(),
  }).card
}

async function signedCard(): Promise<{ text: string; keys: ReturnType<typeof keySet> }> {
  const key = await createSigningKey(join(await temporaryFolder(), 'key.jwk'))
  return { text: JSON.stringify(await signCard(fullCard(), key, { jku })), keys: keySet([key]) }
}

type Path = readonly (string | number)[]

function leaves(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, inner]) =>
    leaves(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

/** The card with one change at a leaf or beside it. */
function changed(card: object, path: Path, change: 'other' | 'drop' | 'add' | 'empty'): object {
  const key = path.at(-1) ?? ''
  const parent = path.slice(0, -1).reduce<object>((at, step) => Reflect.get(at, step), card)
  const value: unknown = Reflect.get(parent, key)
  if (change === 'other') Reflect.set(parent, key, typeof value === 'boolean' ? !value : `${String(value)}x`)
  else if (change === 'empty') Reflect.set(parent, key, typeof value === 'boolean' ? null : '')
  else if (Array.isArray(parent))
    parent.splice(Number(key), change === 'drop' ? 1 : 0, ...(change === 'add' ? ['x'] : []))
  else if (change === 'drop') Reflect.deleteProperty(parent, key)
  else Reflect.set(parent, `${String(key)}x`, value)
  return card
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${sortedJson(inner)}`)
    .join(',')}}`
}

function isText(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, inner]) => key.isWellFormed() && isText(inner))
}
