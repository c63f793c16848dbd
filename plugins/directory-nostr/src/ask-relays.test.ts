import { createGuardedSocket } from '@datacortex/platform'
import { type NostrEvent, askRelays, kinds, protocolError, publishTo } from '@datacortex/protocols'
import { startRelay } from '@datacortex/testkit'
import { finalizeEvent, generateSecretKey } from 'nostr-tools/pure'
import { expect, test } from 'vitest'

const key = generateSecretKey()
const filter = { kinds: [kinds.definition] }

function signed(title: string, at = 1_700_000_000): NostrEvent {
  return structuredClone(finalizeEvent({ kind: 4199, tags: [['title', title]], content: '', created_at: at }, key))
}

async function ask(urls: readonly string[], { deadlineMs = 60_000, signal = new AbortController().signal } = {}) {
  const open = createGuardedSocket({ allowPrivate: urls.map((url) => new URL(url).host) })
  const { events, relaysOf, failures } = await askRelays(urls, [filter], { open, signal, deadlineMs, most: 5000 })
  const titles = events.map(({ tags }) => tags[0]?.[1] ?? '').sort((a, b) => (a < b ? -1 : 1))
  return {
    titles,
    relaysOf,
    failures: failures.map(({ at, code, message }) => ({ relay: urls.indexOf(at), code, message })),
  }
}

test('what is published is found, once, with the relays that have it, and more than a page of it', async () => {
  await using one = await startRelay()
  await using two = await startRelay()
  const event = signed('shared')
  const open = createGuardedSocket({ allowPrivate: [new URL(one.url).host, new URL(two.url).host] })
  const options = { open, signal: new AbortController().signal, deadlineMs: 60_000 }
  for (const { url } of [one, two, one]) expect(await publishTo(url, event, options)).toBeUndefined()
  for (let index = 0; index < 600; index += 1) two.plant(signed(`agent ${index}`, 1_600_000_000 + index))
  const { titles, relaysOf, failures } = await ask([one.url, two.url])
  expect(failures).toEqual([])
  expect(titles).toHaveLength(601)
  expect(relaysOf.get(event.id)).toEqual([one.url, two.url])
  expect(await publishTo(one.url, { ...signed('new'), content: 'tampered' }, options)).toMatchObject({
    code: 'NOSTR_RELAY_REFUSED',
  })
})

test('more events of one second than a relay gives at once keep nothing older back, and are said to be cut', async () => {
  await using relay = await startRelay()
  for (let index = 0; index < 520; index += 1) relay.plant(signed(`same ${index}`))
  for (let index = 0; index < 60; index += 1) relay.plant(signed(`older ${index}`, 1_600_000_000 + index))
  const { titles, failures } = await ask([relay.url])
  expect(titles.filter((title) => title.startsWith('older'))).toHaveLength(60)
  expect(titles.filter((title) => title.startsWith('same'))).toHaveLength(500)
  expect(failures).toMatchObject([{ code: 'NOSTR_RELAY_CUT' }])
})

test('one that repeats the same page whatever is asked is left, and a token in its address is in no reason', async () => {
  const same = Array.from({ length: 500 }, (_, index) => signed(`same ${index}`, 1_600_000_000 + index))
  await using repeating = await startRelay({
    play: ({ message: [type, id], send }) => {
      if (type !== 'REQ') return true
      for (const event of same) send(['EVENT', id, event])
      send(['EOSE', id])
      return true
    },
  })
  expect((await ask([repeating.url])).titles).toHaveLength(500)
  expect(repeating.messages.filter((text) => text.includes('"REQ"')).length).toBeLessThan(6)

  await using refusing = await startRelay({
    play: ({ message: [, id], send }) => {
      send(['CLOSED', id, `not for ${refusing.url}/?token=b4lloon`])
      return true
    },
  })
  const open = createGuardedSocket({ allowPrivate: [new URL(refusing.url).host] })
  const options = { open, signal: new AbortController().signal, deadlineMs: 60_000 }
  const report = [
    await askRelays([`${refusing.url}/?token=b4lloon`], [filter], { ...options, most: 10 }),
    await publishTo(`${refusing.url}/?token=b4lloon`, signed('x'), { ...options, deadlineMs: 300 }),
  ]
  expect(JSON.stringify(report)).toContain('NOSTR_RELAY_REFUSED')
  expect(JSON.stringify(report)).not.toContain('b4lloon')
  const error = protocolError('NOSTR_RELAY_REFUSED', {
    url: 'wss://r.example/?token=b4lloon',
    reason: '?token=b4lloon',
  })
  expect(JSON.stringify([error.message, error.details])).not.toContain('b4lloon')
})

test('relays that lie, hang, break off, refuse, want to know who asks or send rubbish give reasons, the others answers', async () => {
  await using good = await startRelay()
  good.plant(signed('good'))
  await using lying = await startRelay()
  for (const forged of [
    { ...signed('forged'), content: 'x' },
    { ...signed('forged too'), sig: signed('other').sig },
  ])
    lying.plant(forged)
  lying.plant(signed('true'))
  await using hanging = await startRelay({
    play: ({ message: [type, id], send }) => {
      if (type === 'REQ') send(['EVENT', id, signed('before it hung')])
      return true
    },
  })
  let drops = 0
  await using breaking = await startRelay({
    play: ({ message: [type, id], send, drop }) => {
      if (type !== 'REQ' || (drops += 1) > 1) return false
      send(['EVENT', id, signed('amid')])
      drop()
      return true
    },
  })
  breaking.plant(signed('came back'))
  await using refusing = await startRelay({
    play: ({ message: [, id], send }) => {
      send(['AUTH', 'challenge'])
      send(['CLOSED', id, 'auth-required: who are you?'])
      return true
    },
  })
  await using rubbish = await startRelay({
    play: ({ message: [type, id], send }) => {
      if (type !== 'REQ') return true
      for (const one of [
        '{',
        '[]',
        ['EVENT', id, null],
        ['EVENT', id, { kind: 4199 }],
        ['EVENT', id, { ...signed('x'), kind: 1 }],
      ])
        send(one)
      send(['EOSE', id])
      return true
    },
  })
  await using gone = await startRelay()
  await gone[Symbol.asyncDispose]()
  const urls = [good, lying, hanging, breaking, refusing, rubbish, gone].map(({ url }) => url)
  const { titles, failures } = await ask(urls, { deadlineMs: 1500 })
  expect(titles).toEqual(expect.arrayContaining(['good', 'true', 'before it hung', 'came back']))
  expect(titles).not.toEqual(expect.arrayContaining([expect.stringContaining('forged')]))
  const inOrder = failures.toSorted((a, b) => a.relay - b.relay || (a.message < b.message ? -1 : 1))
  expect(inOrder).toEqual(
    [
      [1, 'NOSTR_RELAY_WRONG', 'its id is not that of its contents'],
      [1, 'NOSTR_RELAY_WRONG', 'its signature is not that of its key'],
      [2, 'NOSTR_RELAY_SLOW', 'within 1500 ms'],
      [4, 'NOSTR_RELAY_REFUSED', 'auth-required: who are you?'],
      [5, 'NOSTR_RELAY_WRONG', '5 messages'],
      [6, 'FETCH_UNREACHABLE', 'ECONNREFUSED'],
    ].map(([relay, code, text]) => ({ relay, code, message: expect.stringContaining(String(text)) as unknown })),
  )
})

test('who asks can stop it at any time', async () => {
  const controller = new AbortController()
  await using hanging = await startRelay({
    play: () => {
      controller.abort(new Error('stopped'))
      return true
    },
  })
  await expect(ask([hanging.url], { signal: controller.signal })).rejects.toThrow('stopped')
})
