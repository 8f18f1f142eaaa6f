// Suites that share one chain and one database server. The last one gives the
// chain another id for a while.
import './testing/suites/app.js'
import './testing/suites/live.js'
import './testing/suites/backup.js'
import './testing/suites/proposals.js'
import './testing/suites/unsigned.js'
import './testing/suites/writeLimits.js'
import './testing/suites/messages.js'
import './testing/suites/auth.js'
import './testing/suites/hostileWrites.js'
import './testing/suites/sourcify.js'
import './testing/suites/nodes.js'
import './testing/suites/wireVectors.js'
