import { createStore } from '../store.ts'

const isOpen = createStore(false)

export const useSafetyOpen = isOpen.use
export const openSafety = () => isOpen.set(true)
export const closeSafety = () => isOpen.set(false)
