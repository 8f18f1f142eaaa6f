import SafeAppsSDK from 'safe-apps-sdk-6'
import { showOlderPage } from './showOlderPage'

showOlderPage(6, new SafeAppsSDK())
