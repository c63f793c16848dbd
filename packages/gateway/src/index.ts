export {
  GatewayAddressUnavailableError,
  GatewayHostInvalidError,
  GatewayLimitInvalidError,
  GatewayOriginInvalidError,
  GatewayTokenMissingError,
  GatewayTokenWeakError,
} from './errors.ts'
export { defaultLimits } from './server-options.ts'
export type { ServerLimits, ServerOptions } from './server-options.ts'
export { startServer } from './start-server.ts'
export type { RunningServer } from './start-server.ts'
export type { TaskLimits } from './tasks/task-board.ts'
