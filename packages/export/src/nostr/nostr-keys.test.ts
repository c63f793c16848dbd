import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGuardedSocket, createSpace, ownPaths } from '@datacortex/platform'
import { startRelay } from '@datacortex/testkit'
import { nip19, nip44 } from 'nostr-tools'
import { encrypt } from 'nostr-tools/nip49'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { expect, onTestFinished, test } from 'vitest'
import { importNostrKey, listNostrKeys, newNostrKey, openNostrSigner } from './nostr-keys.ts'
import { visitingSigner } from './remote-signer.ts'

const secret = generateSecretKey()
const pubkey = getPublicKey(secret)
const typed = (text: string) => ({ prompt: () => Promise.resolve(text) })
const passphrase = typed('open sesame')
const draft = { kind: 1, tags: [['t', 'x']], content: 'hello', created_at: 1_700_000_000 }

async function space() {
  const root = await mkdtemp(join(tmpdir(), 'keys-'))
  onTestFinished(async () => await rm(root, { recursive: true, force: true }))
  return ownPaths((await createSpace(root)).paths)
}

test('a key is kept encrypted, in a file that only its owner may read, and signs', async () => {
  const paths = await space()
  const made = await newNostrKey(paths, { passphrase })
  const text = await readFile(made.file, 'utf8')
  expect(text).toContain('ncryptsec1')
  expect((await stat(made.file)).mode & 0o777).toBe(0o600)
  const open = createGuardedSocket()
  const signer = await openNostrSigner(paths, { passphrase, open })
  expect(await signer.sign(draft)).toMatchObject({ ...draft, pubkey: made.pubkey })
  const other = await openNostrSigner(paths, { passphrase: typed('wrong'), open })
  await expect(other.sign(draft)).rejects.toMatchObject({ code: 'EXPORT_PASSPHRASE_WRONG' })
  await expect(newNostrKey(paths, { passphrase })).rejects.toMatchObject({ code: 'EXPORT_KEYSTORE_EXISTS' })
  await expect(openNostrSigner(paths, { name: 'none', passphrase, open })).rejects.toMatchObject({
    code: 'EXPORT_KEYSTORE_NOT_FOUND',
    hint: expect.stringContaining('--kind nostr'),
  })
  await writeFile(made.file, '{"kind":"other"}')
  await expect(openNostrSigner(paths, { passphrase, open })).rejects.toMatchObject({ code: 'EXPORT_KEYSTORE_INVALID' })
})

test('keys are taken in as nsec, hexadecimal digits and ncryptsec; what is none is never repeated', async () => {
  const paths = await space()
  const texts = {
    nsec: nip19.nsecEncode(secret),
    hex: Buffer.from(secret).toString('hex'),
    kept: encrypt(secret, 'old'),
  }
  for (const [name, text] of Object.entries(texts))
    expect(
      await importNostrKey(paths, { name, from: typed(text), passphrase, fromPassphrase: typed('old') }),
    ).toMatchObject({ pubkey })
  expect((await listNostrKeys(paths)).map(({ name }) => name)).toEqual(['hex', 'kept', 'nsec'])
  for (const text of ['nsec1qqqqsecretpart', 'f'.repeat(64), '0'.repeat(64), 'word', 'bunker://nobody']) {
    const error = await importNostrKey(paths, {
      name: 'x',
      from: typed(text),
      passphrase,
      fromPassphrase: passphrase,
    }).catch((one: unknown) => one)
    expect(error).toMatchObject({ code: 'EXPORT_PRIVATE_KEY_INVALID' })
    expect(String(error)).not.toContain(text)
  }
})

test('a bunker signs for its key, refuses, or answers with something else', async () => {
  await using relay = await startRelay()
  // Nobody is at the first of its relays.
  await using silent = await startRelay({ play: () => true })
  const open = createGuardedSocket({ allowPrivate: [silent, relay].map(({ url }) => new URL(url).host) })
  let answer = (method: string, [given, shared]: readonly string[]): object =>
    method === 'connect'
      ? { result: shared === 's3cret' ? 'ack' : 'who are you?' }
      : { result: JSON.stringify(finalizeEvent(JSON.parse(given ?? '') as typeof draft, secret)) }
  const usual = answer
  await using bunker = await open(relay.url)
  await bunker.send(JSON.stringify(['REQ', 'bunker', { kinds: [24_133], '#p': [pubkey] }]))
  const serving = (async () => {
    for await (const text of bunker) {
      const [type, , event] = JSON.parse(text) as [
        string,
        string,
        { pubkey: string; content: string; created_at: number } | undefined,
      ]
      if (type !== 'EVENT' || event === undefined || event.pubkey === pubkey) continue
      const key = nip44.getConversationKey(secret, event.pubkey)
      const { id, method, params } = JSON.parse(nip44.decrypt(event.content, key)) as {
        id: string
        method: string
        params: [string]
      }
      const content = nip44.encrypt(JSON.stringify({ id, ...answer(method, params) }), key)
      const reply = finalizeEvent(
        { kind: 24_133, tags: [['p', event.pubkey]], content, created_at: event.created_at },
        secret,
      )
      await bunker.send(JSON.stringify(['EVENT', reply]))
    }
  })()
  const paths = await space()
  const at = [silent, relay].map(({ url }) => `relay=${encodeURIComponent(url)}`)
  const from = typed(`bunker://${pubkey}?secret=s3cret&${at.join('&')}`)
  const kept = await importNostrKey(paths, { from, passphrase, fromPassphrase: passphrase })
  expect(kept).toMatchObject({ pubkey, bunker: `bunker://${pubkey}?${at.join('&')}` })
  expect(await readFile(kept.file, 'utf8')).not.toContain('s3cret')
  const signer = async () => await openNostrSigner(paths, { passphrase, open })
  expect(await (await signer()).sign(draft)).toMatchObject({ ...draft, pubkey })
  const address = `bunker://${pubkey}?secret=s3cret&${at.join('&')}`
  expect(await visitingSigner(address, { open }).sign(draft)).toMatchObject({ ...draft, pubkey })
  answer = (method) => (method === 'connect' ? { result: 'ack' } : { error: 'not today' })
  await expect((await signer()).sign(draft)).rejects.toMatchObject({
    code: 'EXPORT_BUNKER_FAILED',
    message: expect.stringContaining('not today') as unknown,
  })
  answer = (method, [given]) => usual(method, [(given ?? '').replace('hello', 'other')])
  await expect((await signer()).sign(draft)).rejects.toMatchObject({ code: 'EXPORT_BUNKER_FAILED' })
  answer = (method, [given]) => usual(method, [(given ?? '').replace('1700000000', '1600000000')])
  await expect((await signer()).sign(draft)).rejects.toMatchObject({ code: 'EXPORT_BUNKER_FAILED' })
  await bunker[Symbol.asyncDispose]()
  await serving
})
