export type { Toast, ToastKind } from './toast.ts'
export { dismissToast, toast, toastsAtom } from './toast.ts'
