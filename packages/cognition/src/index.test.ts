import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "checkIdentity",
      "checkMentions",
      "cognitionError",
      "consent",
      "discoverPeers",
      "discoveryKinds",
      "entryFiles",
      "examinePeers",
      "findPeer",
      "fittingPeers",
      "handshakeText",
      "initIdentity",
      "mention",
      "mindOfSender",
      "peerError",
      "readMind",
      "readPeers",
      "recall",
      "refuseMuted",
      "remember",
      "requireConsent",
      "requireSender",
      "setPeer",
      "takeHandshake",
    ]
  `)
})
