import * as inFiles from './file-checks.ts'
import * as index from './trials/index-trials.ts'
import * as reflecting from './trials/reflect-trials.ts'
import type { Trial } from './trials/trial.ts'
import * as writing from './trials/write-trials.ts'

/** One criterion of section 8; the files alone show some, and the others are tried on a copy. */
export type Criterion = { readonly id: string; readonly text: string } & (
  | { readonly files: inFiles.FileCheck }
  | { readonly trial: Trial }
)

/** The acceptance criteria of ACAS 1.4.0 (section 8), in its order; ids are the level and the place. */
export const acceptanceCriteria: readonly Criterion[] = [
  {
    id: '1.1',
    text: 'the entry file names the specification, the identity and the bootstrap flow',
    files: inFiles.entryPoint,
  },
  { id: '1.2', text: 'identity.yaml has all that is required', files: inFiles.identityFields },
  { id: '1.3', text: 'the uid is compared with the sender id at the start', trial: index.senderChecked },
  { id: '1.4', text: 'capabilities are <tool>:v<major>', files: inFiles.capabilityFormat },
  { id: '1.5', text: 'knowledge/ has Markdown files, each with a changelog', files: inFiles.changelogs },
  { id: '1.6', text: 'memory.db has its tables with owner and last writer', trial: index.tablesThere },
  { id: '1.7', text: 'recall is filtered by visibility and owner', trial: index.visibilityFiltered },
  { id: '1.8', text: 'the index is made anew from the files alone', trial: index.rebuilt },
  { id: '1.9', text: 'the index follows the files', trial: index.driftTaken },
  { id: '2.1', text: 'peers.yaml has the agent itself', files: inFiles.ownPeer },
  { id: '2.2', text: 'the registry alone says which uid has which name', trial: writing.registryIsTruth },
  { id: '2.3', text: 'mentions are written as the registry says', trial: writing.mentionsFromRegistry },
  { id: '2.4', text: 'remember writes the log, a knowledge file and the index', trial: writing.rememberWrites },
  { id: '2.5', text: 'remember takes the write lock first', trial: writing.rememberLocked },
  { id: '2.6', text: 'remember keeps the owner and sets the last writer', trial: writing.ownersKept },
  { id: '2.7', text: 'reflect goes from pending by processing to done', trial: reflecting.reflectStates },
  { id: '2.8', text: 'reflect keeps a checkpoint', trial: reflecting.reflectCheckpoint },
  { id: '2.9', text: 'reflect takes the write lock first', trial: reflecting.reflectLocked },
  { id: '2.10', text: 'reflect changes nothing the second time', trial: reflecting.reflectIdempotent },
  { id: '2.11', text: 'reflect goes on behind its checkpoint after a crash', trial: reflecting.reflectResumed },
  { id: '3.1', text: 'peers are found without messages between bots', trial: writing.discoveryWithoutBots },
  { id: '3.2', text: 'shared writes take the lock and add to the changelog', trial: writing.sharedWrites },
  { id: '3.3', text: 'visibility is a part of the query', trial: writing.visibilityBeforeLimit },
]
