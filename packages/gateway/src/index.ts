export {
  GatewayAddressUnavailableError,
  GatewayHostInvalidError,
  GatewayLimitInvalidError,
  GatewayOriginInvalidError,
  GatewayTokenMissingError,
  GatewayTokenWeakError,
} from './errors.ts'
export { defaultLimits } from './server-options.ts'
export { startServer } from './start-server.ts'
