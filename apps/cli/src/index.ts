export { openSpace } from './open-space.ts'
export type {
  CallOptions,
  Caller,
  InputOf,
  OpenSpaceOptions,
  OperationName,
  OutputOf,
  Right,
  Running,
  Space,
  SpaceEvent,
} from '@datacortex/space'
