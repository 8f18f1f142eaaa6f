import SafeAppsSDK from 'safe-apps-sdk-7'
import { showOlderPage } from './showOlderPage'

showOlderPage(7, new SafeAppsSDK())
