import SafeAppsSDK from 'safe-apps-sdk-8'
import { showOlderPage } from './showOlderPage'

showOlderPage(8, new SafeAppsSDK())
