import { expect, test } from 'vitest'
import * as api from './index.ts'

test('exports', () => {
  expect(Object.keys(api).sort()).toMatchInlineSnapshot(`
    [
      "acceptanceCriteria",
      "checkIdentity",
      "checkMentions",
      "cognitionError",
      "consent",
      "discoverPeers",
      "discoveryKinds",
      "entryFiles",
      "examinePeers",
      "fittingPeers",
      "handshakeText",
      "hookFiles",
      "initIdentity",
      "mention",
      "mindOf",
      "mindOfSender",
      "openMind",
      "peerError",
      "pendingEntries",
      "pullRemote",
      "readMind",
      "readMoment",
      "readPeers",
      "recall",
      "reflect",
      "refuseMuted",
      "remember",
      "requireConsent",
      "requireSender",
      "setPeer",
      "sharedFiles",
      "takeHandshake",
      "timeline",
      "verifyMinds",
      "writeHookFiles",
      "writeShared",
    ]
  `)
})
