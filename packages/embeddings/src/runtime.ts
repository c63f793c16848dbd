/** ONNX Runtime, which reports to its makers unless that is switched off before it is loaded. */
export async function loadRuntime(): Promise<typeof import('onnxruntime-node')> {
  process.env['ORT_DISABLE_TELEMETRY'] = '1'
  return await import('onnxruntime-node')
}
