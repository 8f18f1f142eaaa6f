// Suites that share one gateway over the demo world. The last one kills its
// database.
import './testing/suites/sdk.js'
import './testing/suites/frontEnd.js'
import './testing/suites/movements.js'
import './testing/suites/serviceWorld.js'
import './testing/suites/serviceExamples.js'
import './testing/suites/apiKit.js'
import './testing/suites/flood.js'
import './testing/suites/fuzz.js'
import './testing/suites/serviceFuzz.js'
import './testing/suites/databaseDeath.js'
