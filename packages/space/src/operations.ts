import type { AgentOperations } from './agents/operations.ts'
import { agentOperations } from './agents/operations.ts'
import type { ChainOperations } from './chain/operations.ts'
import { chainOperations } from './chain/operations.ts'
import type { FindingOperations } from './findings/operations.ts'
import { findingOperations } from './findings/operations.ts'
import type { IndexOperations } from './indexing/operations.ts'
import { indexOperations } from './indexing/operations.ts'
import type { KeyOperations } from './keys/operations.ts'
import { keyOperations } from './keys/operations.ts'
import type { LogOperations } from './logs/operations.ts'
import { logOperations } from './logs/operations.ts'
import type { MemoryOperations } from './memory/operations.ts'
import { memoryOperations } from './memory/operations.ts'
import type { ModuleOperations } from './modules/operations.ts'
import { moduleOperations } from './modules/operations.ts'
import type { NoteOperations } from './notes/operations.ts'
import { noteOperations } from './notes/operations.ts'
import type { PublishOperations } from './publish/operations.ts'
import { publishOperations } from './publish/operations.ts'
import type { ResearchOperations } from './research/operations.ts'
import { researchOperations } from './research/operations.ts'
import type { TrustOperations } from './trust/operations.ts'
import { trustOperations } from './trust/operations.ts'
import type { Entries, Operation } from './operation.ts'

/** Everything that a space does, by name; a dot stands between a group and what is in it. */
export type Operations = AgentOperations &
  ChainOperations &
  FindingOperations &
  IndexOperations &
  KeyOperations &
  LogOperations &
  MemoryOperations &
  ModuleOperations &
  NoteOperations &
  PublishOperations &
  ResearchOperations &
  TrustOperations

/** Such as `find` or `notes.read`. */
export type OperationName = keyof Operations

/** What is asked of an operation. */
export type InputOf<Name extends OperationName> =
  Operations[Name] extends Operation<infer Input, infer _> ? Input : never

/** What it answers. */
export type OutputOf<Name extends OperationName> =
  Operations[Name] extends Operation<infer _, infer Output> ? Output : never

/** The one table of operations, which every door is made of or checked against. */
export const operations: Entries<Operations> = {
  ...agentOperations,
  ...chainOperations,
  ...findingOperations,
  ...indexOperations,
  ...keyOperations,
  ...logOperations,
  ...memoryOperations,
  ...moduleOperations,
  ...noteOperations,
  ...publishOperations,
  ...researchOperations,
  ...trustOperations,
}
