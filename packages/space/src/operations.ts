import { agentOperations } from './agents/operations.ts'
import { chainOperations } from './chain/operations.ts'
import { componentOperations } from './components/operations.ts'
import { directoryOperations } from './directories/operations.ts'
import { dynamicOperations } from './dynamic/operations.ts'
import { findingOperations } from './findings/operations.ts'
import { indexOperations } from './indexing/operations.ts'
import { keyOperations } from './keys/operations.ts'
import { logOperations } from './logs/operations.ts'
import { memoryOperations } from './memory/operations.ts'
import { mindOperations } from './minds/operations.ts'
import { moduleOperations } from './modules/operations.ts'
import { nightshiftOperations } from './nightshift/operations.ts'
import { noteOperations } from './notes/operations.ts'
import { nostrOperations } from './nostr/operations.ts'
import { publishOperations } from './publish/operations.ts'
import { researchOperations } from './research/operations.ts'
import { runnerOperations } from './runners/operations.ts'
import { syncOperations } from './sync/operations.ts'
import { trustOperations } from './trust/operations.ts'
import { tokenOperations } from './tokens/operations.ts'
import type { Operation } from './operation.ts'

/** Everything that a space does, by name; a dot stands between a group and what is in it. */
export type Operations = {
  readonly [Name in keyof typeof operations]: Awaited<ReturnType<(typeof operations)[Name]['load']>>
}

/** Such as `find` or `notes.read`. */
export type OperationName = keyof Operations

/** What is asked of an operation. */
export type InputOf<Name extends OperationName> =
  Operations[Name] extends Operation<infer Input, infer _> ? Input : never

/** What it answers. */
export type OutputOf<Name extends OperationName> =
  Operations[Name] extends Operation<infer _, infer Output> ? Output : never

/** The one table of operations, which every door is made of or checked against. */
export const operations = {
  ...agentOperations,
  ...runnerOperations,
  ...chainOperations,
  ...componentOperations,
  ...directoryOperations,
  ...dynamicOperations,
  ...findingOperations,
  ...indexOperations,
  ...keyOperations,
  ...logOperations,
  ...memoryOperations,
  ...mindOperations,
  ...moduleOperations,
  ...nightshiftOperations,
  ...noteOperations,
  ...nostrOperations,
  ...publishOperations,
  ...researchOperations,
  ...syncOperations,
  ...trustOperations,
  ...tokenOperations,
}
